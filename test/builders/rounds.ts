/** How often a property is tried: a tenth of this in `npm test`, all of it in `npm run test:properties`. */
export function rounds(all: number): number {
  return process.env["GSD_ROUNDS"] === "all" ? all : Math.ceil(all / 10);
}
