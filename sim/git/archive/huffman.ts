import { largest } from '../../lib/lists.ts'
/** Lengths of a Huffman code for symbols of these frequencies, none longer than `longest` and none absent. */
export function codeLengths(counts: readonly number[], longest: number): number[] {
  let weights = counts.map((count) => Math.max(1, count))
  while (true) {
    const lengths = huffman(weights)
    if (largest(lengths) <= longest) return lengths
    // Flatter weights make a flatter tree.
    weights = weights.map((weight) => (weight >> 1) + 1)
  }
}

/** Joins the two lightest again and again; of the same weight the one that came first. */
function huffman(weights: readonly number[]): number[] {
  const leaves = weights.map((_, symbol) => symbol).sort((a, b) => at(weights, a) - at(weights, b) || a - b)
  const joined: number[] = []
  const parents = new Map<number, number>()
  let leaf = 0
  let join = 0
  const weightOf = (node: number) =>
    node < weights.length ? at(weights, node) : at(joined, node - weights.length)
  const lightest = (): number => {
    const single = leaves[leaf]
    const double = join < joined.length ? weights.length + join : undefined
    if (double === undefined || (single !== undefined && weightOf(single) <= weightOf(double)))
      return at(leaves, leaf++)
    join++
    return double
  }
  while (joined.length < weights.length - 1) {
    const [a, b] = [lightest(), lightest()]
    const node = weights.length + joined.length
    joined.push(weightOf(a) + weightOf(b))
    parents.set(a, node)
    parents.set(b, node)
  }
  return weights.map((_, symbol) => depth(parents, symbol))
}

function depth(parents: ReadonlyMap<number, number>, from: number): number {
  let count = 0
  for (let node = parents.get(from); node !== undefined; node = parents.get(node)) count++
  return count
}

function at(list: readonly number[], index: number): number {
  return list[index] as number
}
