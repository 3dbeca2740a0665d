declare module 'seek-bzip' {
  const bunzip: { decode(packed: Uint8Array): Uint8Array }
  export = bunzip
}
