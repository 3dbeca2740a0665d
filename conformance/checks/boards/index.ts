export * from './boards.ts'
