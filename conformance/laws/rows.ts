import type { ContractOperation } from '../../sim/contract.ts'

type Rows = readonly (readonly [path: RegExp, rows: readonly string[]])[]

/** Who may call the operations on these paths, as the pages of their families state it. */
const rights: Rows = [
  [/^\/projects\/:id$/, ['projects#roles', 'projects#project-missing']],
  [/^\/projects\/:id\/repository\//, ['repository#access', 'repository#refusals']],
  [/^\/projects\/:id\/packages/, ['packages#roles']],
  [/^\/projects\/:id\/protected_tags/, ['protected-tags#rights', 'protected-tags#anonymous']],
  [
    /^\/projects\/:id\/feature_flags_user_lists/,
    ['feature-flag-user-lists#rights', 'feature-flag-user-lists#anonymous'],
  ],
  [/^\/projects\/:id\/dependencies$/, ['dependencies#rights', 'dependencies#anonymous']],
  [/^\/projects\/:id\/export/, ['project-export#roles']],
  [/^\/security\/projects\//, ['vulnerability-exports#project-rights']],
]

/** The lists on these paths, whose pages the families state. */
const pages: Rows = [
  [/^\/(?:(?:projects|groups)\/:id\/)?audit_events$/, ['audit-events#pagination']],
  [/^\/bulk_imports(?:\/|$)/, ['bulk-imports#lists']],
  [/^\/projects\/:id\/dependencies$/, ['dependencies#pagination']],
  [/^\/projects\/:id\/repository\/contributors$/, ['repository#contributors-pages']],
  [/^\/projects\/:id\/repository\/tree$/, ['repository#tree-offset']],
]

/** What a token needs for the operations on these paths. */
const scopes: Rows = [[/^\/bulk_imports(?:\/|$)/, ['bulk-imports#scopes']]]

/** Rows of the families' pages that a law on scopes tries. */
export function scopeRows(operation: ContractOperation): readonly string[] {
  return rowsIn(scopes, operation)
}

/** Rows of the families' pages that a law on rights tries. */
export function rightsRows(operation: ContractOperation): readonly string[] {
  return rowsIn(rights, operation)
}

/** Rows of the families' pages that a law on pages tries. */
export function pagingRows(operation: ContractOperation): readonly string[] {
  return rowsIn(pages, operation)
}

function rowsIn(table: Rows, { path }: ContractOperation): readonly string[] {
  return table.flatMap(([pattern, rows]) => (pattern.test(path) ? rows : []))
}
