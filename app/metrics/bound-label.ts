/** Values of a label that others bring: so many are told apart, and the rest are one. Prometheus keeps a series for each. */
export function boundLabel(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (!known.has(value) && known.size >= most) return "others";
    known.add(value);
    return value;
  };
}
