export { decodePack, nothingKnown, unpack } from './decode.ts'
export { encodePack, packPieces } from './encode.ts'
