/**
 * Rows of pages in `conformance/sources` that no check can try, by page and anchor, with the reason: no client can see
 * what they say, or only in a way that a run must not take.
 */
export const unseen: { readonly [page: string]: { readonly [anchor: string]: string } | undefined } = {
  approvals: {
    'status-short': 'it is about a build without the licensed part, which has no approval rules to check',
    'rule-without-approvers-left': 'services differ: this double asks for the full number of approvals',
    'number-too-low': 'the documentation says otherwise, and no release was seen that refuses it',
    'state-eligible-approvers': 'services differ: this double lists them and refuses their approval',
    'approve-without-plan': 'which of two builds answers cannot be told from outside',
  },
}
