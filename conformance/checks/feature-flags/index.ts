export * from './feature-flags.ts'
export * from './lifecycle.ts'
export * from './unleash.ts'
