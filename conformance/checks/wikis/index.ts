export * from './group-wikis.ts'
export * from './wikis.ts'
