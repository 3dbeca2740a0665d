export * from './entities.ts'
export * from './migrations.ts'
export * from './start.ts'
