export * from './feature-flags.ts'
