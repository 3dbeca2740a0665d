export * from './boards.ts'
export * from './lifecycle.ts'
export * from './lists-by-record.ts'
