export * from './badges.ts'
export * from './lifecycle.ts'
