export * from './feature-flags.ts'
export * from './unleash.ts'
