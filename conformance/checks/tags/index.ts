export * from './tags.ts'
