export * from './snippets.ts'
