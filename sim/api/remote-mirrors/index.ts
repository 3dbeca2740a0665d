export * from './remote-mirrors.ts'
