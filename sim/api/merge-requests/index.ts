export * from './list.ts'
export * from './merge.ts'
export * from './write.ts'
