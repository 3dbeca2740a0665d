export * from './award-emoji.ts'
export * from './lifecycle.ts'
export * from './snippets.ts'
