export * from './wikis.ts'
