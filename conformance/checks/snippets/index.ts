export * from './later.ts'
export * from './lifecycle.ts'
export * from './snippets.ts'
