export * from './group-wikis.ts'
export * from './later.ts'
export * from './lifecycle.ts'
export * from './wikis.ts'
