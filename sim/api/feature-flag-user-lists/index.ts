export * from './user-lists.ts'
