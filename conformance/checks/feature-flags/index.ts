export * from './feature-flags.ts'
export * from './lifecycle.ts'
