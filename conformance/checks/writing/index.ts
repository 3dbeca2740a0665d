export * from './drafts.ts'
export * from './snippet-notes.ts'
export * from './snippets.ts'
export * from './wikis.ts'
