export * from './lifecycle.ts'
export * from './snippets.ts'
