export * from './todos.ts'
