{{- /* With "-operators" behind it, it is no longer than a name of Kubernetes may be. */ -}}
{{- define "trunkline.name" -}}
{{- if contains "trunkline" .Release.Name }}{{ .Release.Name | trunc 53 | trimSuffix "-" }}{{ else }}{{ printf "%s-trunkline" (.Release.Name | trunc 43 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "trunkline.selector" -}}
app.kubernetes.io/name: trunkline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "trunkline.labels" -}}
{{ include "trunkline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "trunkline.image" -}}
{{- if .Values.image.digest }}{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}{{ else }}{{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}{{ end }}
{{- end }}

{{- define "trunkline.secret" -}}
{{- if .Values.existingSecret }}{{ .Values.existingSecret }}{{ else }}{{ include "trunkline.name" . }}{{ end }}
{{- end }}

{{- define "trunkline.settingsSecret" -}}
{{- if .Values.existingSettingsSecret }}{{ .Values.existingSettingsSecret }}{{ else }}{{ printf "%s-settings" (include "trunkline.name" .) }}{{ end }}
{{- end }}
