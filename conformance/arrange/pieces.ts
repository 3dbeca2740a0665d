import type { ContractOperation } from '../../sim/contract.ts'
import { givenPlaces, namedInPath, placesOf } from '../draw/places.ts'
import type { Furniture, Stage } from '../run/stage.ts'

/** Records that are created together, and the places of paths that they fill. */
export interface Piece {
  readonly name: string
  readonly places: readonly string[]
  /** Operations that find more to do with it, though their paths name nothing of it. */
  readonly serves?: RegExp
  /** Names of the pieces on which it builds. */
  readonly after?: readonly string[]
  readonly make: (stage: Stage, found: Furniture, amount: Amount) => Promise<Furniture>
}

/** How many there are to be of what lists show. */
export type Amount = 1 | 3

/** The pieces that operations need, with those on which they build, in their order. */
export function piecesFor(
  operations: readonly ContractOperation[],
  pieces: readonly Piece[],
): readonly Piece[] {
  const wanted = new Set<string>()
  const add = (piece: Piece | undefined): void => {
    if (piece === undefined || wanted.has(piece.name)) return
    wanted.add(piece.name)
    for (const name of piece.after ?? []) add(pieces.find((other) => other.name === name))
  }
  const filling = (place: string) => pieces.find(({ places }) => places.includes(place))
  for (const operation of operations) {
    for (const param of namedInPath(operation))
      add(
        placesOf(operation, param)
          .map(filling)
          .find((piece) => piece !== undefined),
      )
    for (const place of givenPlaces(operation)) add(filling(place))
    for (const piece of pieces) if (piece.serves?.test(operation.path)) add(piece)
  }
  return pieces.filter(({ name }) => wanted.has(name))
}
