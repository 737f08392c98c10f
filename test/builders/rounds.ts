/** How often a property is tried: a tenth of this in `npm test` unless told, all of it in `npm run test:properties`; `GSD_ROUNDS=50` for another number. */
export function rounds(all: number, few: number = Math.ceil(all / 10)): number {
  const wish = process.env["GSD_ROUNDS"];
  return wish === "all" ? all : Number(wish) || few;
}
