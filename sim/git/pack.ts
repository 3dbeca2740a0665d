export { decodePack } from './pack-decode.ts'
export { encodePack } from './pack-encode.ts'
export { type PackBounds, packBounds } from './pack-format.ts'
