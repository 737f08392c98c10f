import { product } from "../../core/product.ts";

/** Where a file written by hand names our repository, and what stands there. */
const places: [RegExp, string][] = [
  [/\buses: [\w.-]+\/[\w.-]+(?=\/\.github\/workflows\/gsd\.yml@)/g, `uses: ${product.repository}`],
  [/(?<=\$schema=)https:\/\/\S+\/docs\/recipe\.schema\.json/g, product.recipeSchemaUrl],
  [/(?<=^url: )https:\/\/github\.com\/\S+$/gm, product.url],
  [/(?<=[?&]url=)https:\/\/github\.com\/[^&\s]+/g, product.url],
];

/** The same text with our repository as package.json has it. */
export function nameProduct(text: string): string {
  return places.reduce((now, [place, words]) => now.replaceAll(place, words), text);
}
