export * from './cancel.ts'
export * from './extgit.ts'
export * from './extserver.ts'
export * from './gists.ts'
