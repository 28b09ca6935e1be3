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
import file13 from './institutional_clips.L1T.json' with { type: 'json' };
import file14 from './institutional_clips.L2C.json' with { type: 'json' };
import file15 from './institutional_clips.L2S.json' with { type: 'json' };
import file16 from './institutional_clips.L3.json' with { type: 'json' };
import file17 from './level.L1T.json' with { type: 'json' };
import file18 from './level.L2C.json' with { type: 'json' };
import file19 from './level.L2S.json' with { type: 'json' };
import file20 from './level.L3.json' with { type: 'json' };
import file21 from './level_bounce.L1T.json' with { type: 'json' };
import file22 from './level_bounce.L2C.json' with { type: 'json' };
import file23 from './level_bounce.L2S.json' with { type: 'json' };
import file24 from './level_bounce.L3.json' with { type: 'json' };
import file25 from './market_structure.L1T.json' with { type: 'json' };
import file26 from './market_structure.L2C.json' with { type: 'json' };
import file27 from './market_structure.L2S.json' with { type: 'json' };
import file28 from './market_structure.L3.json' with { type: 'json' };
import file29 from './momentum_exhaustion.L1T.json' with { type: 'json' };
import file30 from './momentum_exhaustion.L2C.json' with { type: 'json' };
import file31 from './momentum_exhaustion.L2S.json' with { type: 'json' };
import file32 from './momentum_exhaustion.L3.json' with { type: 'json' };
import file33 from './smart_reversal.L2C.json' with { type: 'json' };
import file34 from './smart_reversal.L2S.json' with { type: 'json' };
import file35 from './smart_reversal.L3.json' with { type: 'json' };
import file36 from './spoofing.L2S.json' with { type: 'json' };
import file37 from './spoofing.L3.json' with { type: 'json' };
import file38 from './spoofing_single.L2S.json' with { type: 'json' };
import file39 from './spoofing_single.L3.json' with { type: 'json' };
import file40 from './stop_run.L2S.json' with { type: 'json' };
import file41 from './stop_run.L3.json' with { type: 'json' };
import file42 from './stop_run_inferred.L1T.json' with { type: 'json' };
import file43 from './stop_run_inferred.L2C.json' with { type: 'json' };
import file44 from './stop_run_reversal.L2S.json' with { type: 'json' };
import file45 from './stop_run_reversal.L3.json' with { type: 'json' };
import file46 from './structure_follow.L1T.json' with { type: 'json' };
import file47 from './structure_follow.L2C.json' with { type: 'json' };
import file48 from './structure_follow.L2S.json' with { type: 'json' };
import file49 from './structure_follow.L3.json' with { type: 'json' };
import file50 from './trap_follow.L1T.json' with { type: 'json' };
import file51 from './trap_follow.L2C.json' with { type: 'json' };
import file52 from './trap_follow.L2S.json' with { type: 'json' };
import file53 from './trap_follow.L3.json' with { type: 'json' };
import file54 from './trap_zone.L1T.json' with { type: 'json' };
import file55 from './trap_zone.L2C.json' with { type: 'json' };
import file56 from './trap_zone.L2S.json' with { type: 'json' };
import file57 from './trap_zone.L3.json' with { type: 'json' };
import file58 from './triple_convergence.L2S.json' with { type: 'json' };
import file59 from './triple_convergence.L3.json' with { type: 'json' };
import file60 from './volume_spike.L1T.json' with { type: 'json' };
import file61 from './volume_spike.L2C.json' with { type: 'json' };
import file62 from './volume_spike.L2S.json' with { type: 'json' };
import file63 from './volume_spike.L3.json' with { type: 'json' };

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
  'institutional_clips.L1T': file13,
  'institutional_clips.L2C': file14,
  'institutional_clips.L2S': file15,
  'institutional_clips.L3': file16,
  'level.L1T': file17,
  'level.L2C': file18,
  'level.L2S': file19,
  'level.L3': file20,
  'level_bounce.L1T': file21,
  'level_bounce.L2C': file22,
  'level_bounce.L2S': file23,
  'level_bounce.L3': file24,
  'market_structure.L1T': file25,
  'market_structure.L2C': file26,
  'market_structure.L2S': file27,
  'market_structure.L3': file28,
  'momentum_exhaustion.L1T': file29,
  'momentum_exhaustion.L2C': file30,
  'momentum_exhaustion.L2S': file31,
  'momentum_exhaustion.L3': file32,
  'smart_reversal.L2C': file33,
  'smart_reversal.L2S': file34,
  'smart_reversal.L3': file35,
  'spoofing.L2S': file36,
  'spoofing.L3': file37,
  'spoofing_single.L2S': file38,
  'spoofing_single.L3': file39,
  'stop_run.L2S': file40,
  'stop_run.L3': file41,
  'stop_run_inferred.L1T': file42,
  'stop_run_inferred.L2C': file43,
  'stop_run_reversal.L2S': file44,
  'stop_run_reversal.L3': file45,
  'structure_follow.L1T': file46,
  'structure_follow.L2C': file47,
  'structure_follow.L2S': file48,
  'structure_follow.L3': file49,
  'trap_follow.L1T': file50,
  'trap_follow.L2C': file51,
  'trap_follow.L2S': file52,
  'trap_follow.L3': file53,
  'trap_zone.L1T': file54,
  'trap_zone.L2C': file55,
  'trap_zone.L2S': file56,
  'trap_zone.L3': file57,
  'triple_convergence.L2S': file58,
  'triple_convergence.L3': file59,
  'volume_spike.L1T': file60,
  'volume_spike.L2C': file61,
  'volume_spike.L2S': file62,
  'volume_spike.L3': file63,
};
