import type { Answering } from './side.ts'

/** A file that is found at every path; undefined leaves a header out. */
export function fileHost(
  bytes: Uint8Array,
  headers: { readonly [name: string]: string | undefined } = {},
): Answering {
  const usual = { 'content-type': 'application/gzip', 'content-length': String(bytes.length) }
  const told = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return () => ({ status: 200, headers: Object.fromEntries(told), body: bytes })
}
