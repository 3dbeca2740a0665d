export * from './snippets.ts'
export * from './write.ts'
