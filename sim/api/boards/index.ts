export * from './boards.ts'
export * from './lists.ts'
