/** Every committed calibrator; `undertow train` writes this folder. */
import file0 from './absorption.L1T.json' with { type: 'json' };
import file1 from './absorption.L2C.json' with { type: 'json' };
import file2 from './absorption.L2S.json' with { type: 'json' };
import file3 from './absorption.L3.json' with { type: 'json' };
import file4 from './absorption_hold.L1T.json' with { type: 'json' };
import file5 from './absorption_hold.L2C.json' with { type: 'json' };
import file6 from './absorption_hold.L2S.json' with { type: 'json' };
import file7 from './absorption_hold.L3.json' with { type: 'json' };
import file8 from './iceberg_conflated.L2C.json' with { type: 'json' };
import file9 from './iceberg_synthetic.L2S.json' with { type: 'json' };
import file10 from './iceberg_synthetic.L3.json' with { type: 'json' };
import file11 from './institutional.L2S.json' with { type: 'json' };
import file12 from './institutional.L3.json' with { type: 'json' };
import file13 from './level_bounce.L1T.json' with { type: 'json' };
import file14 from './level_bounce.L2C.json' with { type: 'json' };
import file15 from './level_bounce.L2S.json' with { type: 'json' };
import file16 from './level_bounce.L3.json' with { type: 'json' };
import file17 from './market_structure.L1T.json' with { type: 'json' };
import file18 from './market_structure.L2C.json' with { type: 'json' };
import file19 from './market_structure.L2S.json' with { type: 'json' };
import file20 from './market_structure.L3.json' with { type: 'json' };
import file21 from './momentum_exhaustion.L1T.json' with { type: 'json' };
import file22 from './momentum_exhaustion.L2C.json' with { type: 'json' };
import file23 from './momentum_exhaustion.L2S.json' with { type: 'json' };
import file24 from './momentum_exhaustion.L3.json' with { type: 'json' };
import file25 from './smart_reversal.L1T.json' with { type: 'json' };
import file26 from './smart_reversal.L2C.json' with { type: 'json' };
import file27 from './smart_reversal.L2S.json' with { type: 'json' };
import file28 from './smart_reversal.L3.json' with { type: 'json' };
import file29 from './spoofing.L2S.json' with { type: 'json' };
import file30 from './spoofing.L3.json' with { type: 'json' };
import file31 from './stop_run.L2S.json' with { type: 'json' };
import file32 from './stop_run.L3.json' with { type: 'json' };
import file33 from './stop_run_inferred.L1T.json' with { type: 'json' };
import file34 from './stop_run_inferred.L2C.json' with { type: 'json' };
import file35 from './stop_run_reversal.L2S.json' with { type: 'json' };
import file36 from './stop_run_reversal.L3.json' with { type: 'json' };
import file37 from './trap_follow.L1T.json' with { type: 'json' };
import file38 from './trap_follow.L2C.json' with { type: 'json' };
import file39 from './trap_follow.L2S.json' with { type: 'json' };
import file40 from './trap_follow.L3.json' with { type: 'json' };
import file41 from './trap_zone.L1T.json' with { type: 'json' };
import file42 from './trap_zone.L2C.json' with { type: 'json' };
import file43 from './trap_zone.L2S.json' with { type: 'json' };
import file44 from './trap_zone.L3.json' with { type: 'json' };
import file45 from './triple_convergence.L2S.json' with { type: 'json' };
import file46 from './triple_convergence.L3.json' with { type: 'json' };
import file47 from './volume_spike.L1T.json' with { type: 'json' };
import file48 from './volume_spike.L2C.json' with { type: 'json' };
import file49 from './volume_spike.L2S.json' with { type: 'json' };
import file50 from './volume_spike.L3.json' with { type: 'json' };

export const CALIBRATOR_FILES: Readonly<Record<string, unknown>> = {
  'absorption.L1T': file0,
  'absorption.L2C': file1,
  'absorption.L2S': file2,
  'absorption.L3': file3,
  'absorption_hold.L1T': file4,
  'absorption_hold.L2C': file5,
  'absorption_hold.L2S': file6,
  'absorption_hold.L3': file7,
  'iceberg_conflated.L2C': file8,
  'iceberg_synthetic.L2S': file9,
  'iceberg_synthetic.L3': file10,
  'institutional.L2S': file11,
  'institutional.L3': file12,
  'level_bounce.L1T': file13,
  'level_bounce.L2C': file14,
  'level_bounce.L2S': file15,
  'level_bounce.L3': file16,
  'market_structure.L1T': file17,
  'market_structure.L2C': file18,
  'market_structure.L2S': file19,
  'market_structure.L3': file20,
  'momentum_exhaustion.L1T': file21,
  'momentum_exhaustion.L2C': file22,
  'momentum_exhaustion.L2S': file23,
  'momentum_exhaustion.L3': file24,
  'smart_reversal.L1T': file25,
  'smart_reversal.L2C': file26,
  'smart_reversal.L2S': file27,
  'smart_reversal.L3': file28,
  'spoofing.L2S': file29,
  'spoofing.L3': file30,
  'stop_run.L2S': file31,
  'stop_run.L3': file32,
  'stop_run_inferred.L1T': file33,
  'stop_run_inferred.L2C': file34,
  'stop_run_reversal.L2S': file35,
  'stop_run_reversal.L3': file36,
  'trap_follow.L1T': file37,
  'trap_follow.L2C': file38,
  'trap_follow.L2S': file39,
  'trap_follow.L3': file40,
  'trap_zone.L1T': file41,
  'trap_zone.L2C': file42,
  'trap_zone.L2S': file43,
  'trap_zone.L3': file44,
  'triple_convergence.L2S': file45,
  'triple_convergence.L3': file46,
  'volume_spike.L1T': file47,
  'volume_spike.L2C': file48,
  'volume_spike.L2S': file49,
  'volume_spike.L3': file50,
};
