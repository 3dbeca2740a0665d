export { decodePack, unpack } from './decode.ts'
export { encodePack, packPieces } from './encode.ts'
export { type PackBounds, packBounds } from './format.ts'
