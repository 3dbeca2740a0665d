export * from './award-emoji.ts'
export * from './epics.ts'
export * from './lifecycle.ts'
export * from './snippets.ts'
