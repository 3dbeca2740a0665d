export * from './topics.ts'
export * from './write.ts'
