export * from './dependencies.ts'
