export * from './export.ts'
