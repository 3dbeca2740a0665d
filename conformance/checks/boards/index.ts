export * from './boards.ts'
export * from './lifecycle.ts'
