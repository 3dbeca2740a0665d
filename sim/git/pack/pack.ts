export { decodePack } from './decode.ts'
export { encodePack } from './encode.ts'
export { type PackBounds, packBounds } from './format.ts'
