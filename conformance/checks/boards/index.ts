export * from './badges.ts'
export * from './boards.ts'
