export * from './columns';
export * from './define-table';
export * from './table-shape';
