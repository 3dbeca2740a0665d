import fc from 'fast-check'

/** Code points but for halves of pairs, which no text in UTF-8 has. */
const codePoint = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

/** Texts of any characters. The unit `binary` of fast-check is the same, and takes a second or two to make a list of them all. */
export function anyText(length: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  return fc.string({ unit: codePoint, ...length })
}
