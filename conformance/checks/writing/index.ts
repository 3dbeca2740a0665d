export * from './snippets.ts'
export * from './wikis.ts'
