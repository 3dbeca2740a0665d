export * from './installation.ts'
export * from './user.ts'
