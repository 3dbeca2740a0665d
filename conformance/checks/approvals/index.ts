export * from './configuration.ts'
export * from './rules.ts'
