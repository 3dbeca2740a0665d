export * from './award-emoji.ts'
export * from './snippets.ts'
