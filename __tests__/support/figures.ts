import type {
  PairReportRow,
  ReportRow,
  StreamReportRow,
  TripletReportRow,
} from '../../src/engine/results.ts';

type Untagged<Row> = Omit<Row, 'method' | 'decision'>;

/** The figures of a report's row of any method: a test says itself which ones it expects. */
export interface Figures
  extends
    Untagged<PairReportRow>,
    Untagged<Partial<StreamReportRow>>,
    Untagged<Partial<TripletReportRow>> {
  category: string;
  test_type: string;
  fail_count: number;
  pass_count: number;
  error_count: number;
  not_applicable_count: number;
  pass_rate: number | null;
  minimum_pass_rate: number;
  pass: boolean;
  outcome: ReportRow['outcome'];
  scorer: string;
  threshold: ReportRow['threshold'];
  rule: ReportRow['rule'];
  method?: 'triplet';
  decision?: 'point' | 'sequential';
}

export function figuresIn(row: ReportRow | undefined): Figures {
  if (!row) throw new Error('the report has no such row');
  return row;
}
