export * from './export.ts'
export * from './relations.ts'
