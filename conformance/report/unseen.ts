/**
 * Rows of pages in `conformance/sources` that no check can try, by page and anchor, with the reason: no client can see
 * what they say, or only in a way that a run must not take.
 */
export const unseen: { readonly [page: string]: { readonly [anchor: string]: string } | undefined } = {}
