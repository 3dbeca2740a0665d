export * from './badges.ts'
